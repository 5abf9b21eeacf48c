/** The examples that are Vite apps; the plain HTML one serves itself. */
export type ViteExample = 'vue' | 'svelte' | 'headless'

export type Framework = 'html' | ViteExample

/** Where all of them expect the local chain by default. */
export const exampleRpcUrl = 'http://127.0.0.1:8545/'

/** The folder of an example. */
export function toExampleFolder(name: string): string {
  return new URL(`../../../examples/${name}`, import.meta.url).pathname
}
