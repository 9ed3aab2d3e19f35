// A text in an address: compressed where the browser can, in letters that need no escaping.

function toText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function through(bytes: Uint8Array<ArrayBuffer>, by: GenericTransformStream, most = Infinity): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
    if (done || !value) break;
    length += value.length;
    if (length > most) throw new Error('too long');
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

/** A text as letters: `0` and the text itself, or `1` and the compressed text. */
export async function packed(text: string): Promise<string> {
  const plain = new TextEncoder().encode(text);
  try {
    return `1${toText(await through(plain, new CompressionStream('deflate-raw')))}`;
  } catch {
    return `0${toText(plain)}`;
  }
}

/** The text again; throws if it is none, or longer than `most` bytes. */
export async function unpacked(letters: string, most: number): Promise<string> {
  let bytes = fromText(letters.slice(1));
  if (letters.startsWith('1')) bytes = await through(bytes, new DecompressionStream('deflate-raw'), most);
  else if (!letters.startsWith('0')) throw new Error('not packed');
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
