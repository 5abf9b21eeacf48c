import type { BuiltFile, BuiltPage } from '../prepare/buildPage.js'

/** The gzipped KiB of those files that a test accepts; a file that is asked for twice counts once. */
export function weighFiles(
  built: BuiltPage,
  paths: readonly string[],
  isCounted: (file: BuiltFile, path: string) => boolean,
): number {
  let bytes = 0
  for (const path of new Set(paths)) {
    const file = built.get(path)
    if (file && isCounted(file, path)) bytes += file.gzip.length
  }
  return bytes / 1024
}

export const isScript = (_: BuiltFile, path: string): boolean => path.endsWith('.js')
export const isStylesheet = (_: BuiltFile, path: string): boolean => path.endsWith('.css')
/** Code that talks to wallets and chains rather than to the visitor. */
export const isAdapterScript = ({ modules }: BuiltFile): boolean =>
  modules.some((module) => module.includes('/@latchkey/adapter-'))
export const isViewScript = (file: BuiltFile, path: string): boolean => isScript(file, path) && !isAdapterScript(file)
