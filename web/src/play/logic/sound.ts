// Sounds made here, from noise and a few tones: no file is loaded. Off by default.
import type { Kind } from './show';

let context: AudioContext | null = null;

function noise(audio: AudioContext, at: number, long: number, low: number, loud: number) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'lowpass';
  filter.frequency.value = low;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function beat(audio: AudioContext, at: number, pitch: number, loud: number) {
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.12);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.18);
}

/** A volley, hooves, a rattle of dice, a drum. */
export function sound(kind: Kind) {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const audio = context;
  const now = audio.currentTime;
  switch (kind) {
    case 'fire':
      for (const late of [0, 0.05, 0.09, 0.16]) noise(audio, now + late, 0.35, 1_400, 0.18);
      break;
    case 'charge':
      for (let i = 0; i < 6; i += 1) beat(audio, now + i * 0.11 + (i % 3) * 0.02, 110, 0.2);
      break;
    case 'fight':
      for (let i = 0; i < 4; i += 1) noise(audio, now + i * 0.09, 0.08, 5_000, 0.12);
      break;
    case 'test':
      for (let i = 0; i < 5; i += 1) noise(audio, now + i * 0.05, 0.03, 3_200, 0.14);
      break;
    default:
      for (let i = 0; i < 3; i += 1) beat(audio, now + i * 0.18, 80, 0.3);
  }
}
