export function answer(instance: WebAssembly.Instance, request: unknown): unknown;
export function random(): string;
