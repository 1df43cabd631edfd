/** The part of WebAssembly that the engines use: Node has it, its types do not. */
declare namespace WebAssembly {
  class Module {
    private readonly module: never
    static exports(module: Module): readonly { readonly name: string }[]
  }
  class Instance {
    constructor(module: Module)
    readonly exports: Record<string, unknown>
  }
  class RuntimeError extends Error {}
  interface Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
}
