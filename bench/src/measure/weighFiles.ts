import type { BuiltFile, BuiltPage } from '../prepare/buildPage.js'

/** Returns the gzipped KiB of the files that a test accepts; a file requested twice counts once. */
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

/** Code that draws QR codes, shared by several views. */
export const isEncoder = ({ modules }: BuiltFile): boolean => modules.some((module) => module.endsWith('/toQrPath.js'))

/**
 * Returns, of files requested together, those that talk to wallets and chains rather than show the UI: the adapter's,
 * and those that only they need.
 */
export function findAdapterFiles(built: BuiltPage, paths: readonly string[]): ReadonlySet<string> {
  const importsOf = (path: string): readonly string[] => built.get(path)?.imports ?? []
  const needed = new Set(paths.flatMap(importsOf))
  const isAdapter = (path: string): boolean =>
    built.get(path)?.modules.some((module) => module.includes('/@latchkey/adapter-')) ?? false
  // each of the others was requested on its own
  const ofViews = new Set(paths.filter((path) => !needed.has(path) && !isAdapter(path)))
  for (const path of ofViews) for (const next of importsOf(path)) if (!isAdapter(next)) ofViews.add(next)
  return new Set(paths.filter((path) => !ofViews.has(path)))
}
