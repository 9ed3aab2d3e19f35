// A module of the program: requests go in and replies come out as JSON, eight bytes at a time. The worker uses it, and
// so does the build, which asks each module for its contents.

/** @typedef {{ put(bytes: bigint): void, answer(length: number): number, take(from: number): bigint }} Exports */

/**
 * @param {WebAssembly.Instance} instance
 * @param {unknown} request
 * @returns {any}
 */
export function answer(instance, request) {
  const { put, answer, take } = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const whole = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
  whole.set(bytes);
  const into = new DataView(whole.buffer);
  for (let at = 0; at < whole.length; at += 8) put(into.getBigUint64(at, true));
  // Numbers of a module are signed.
  const length = answer(bytes.length) >>> 0;
  const out = new DataView(new ArrayBuffer(Math.ceil(length / 8) * 8));
  for (let at = 0; at < length; at += 8) out.setBigUint64(at, BigInt.asUintN(64, take(at)), true);
  return JSON.parse(new TextDecoder().decode(new Uint8Array(out.buffer, 0, length)));
}

/** Thirty-two random bytes in hexadecimal. */
export function random() {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
