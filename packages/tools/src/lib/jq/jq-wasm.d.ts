declare module 'jq-wasm/dist/build/jq.js' {
  /** The program as Emscripten builds it; `callMain` takes the words of its command line and gives its exit status. */
  type JqProgram = { callMain(words: string[]): number }
  const createJq: (options: { thisProgram: string }) => Promise<JqProgram>
  export default createJq
}
