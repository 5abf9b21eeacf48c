import type { BuiltFile, BuiltPage } from '../prepare/buildPage.js'
import { type Metric, toMetric } from '../report/metric.js'

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

/** Whether a file draws QR codes, which several features show. */
export const isEncoder = ({ modules }: BuiltFile): boolean => modules.some((module) => module.endsWith('/toQrPath.js'))

/** Returns the KiB that a feature adds, without the QR code library, and those of the adapter that it uses. */
export function weighFeature(
  built: BuiltPage,
  name: string,
  paths: readonly string[],
  budget: number,
): readonly Metric[] {
  const ofAdapter = findAdapterFiles(built, paths)
  const isOwn = (file: BuiltFile, path: string): boolean =>
    isScript(file, path) && !ofAdapter.has(path) && !isEncoder(file)
  const isOfAdapter = (file: BuiltFile, path: string): boolean => isScript(file, path) && ofAdapter.has(path)
  return [
    toMetric(`${name}: JavaScript more`, weighFiles(built, paths, isOwn), 'KiB', budget),
    toMetric(`${name}: JavaScript of the adapter`, weighFiles(built, paths, isOfAdapter), 'KiB'),
  ]
}

/**
 * Returns those of the requested files that talk to wallets and chains, rather than render: the adapter's, and files that only
 * they need.
 */
export function findAdapterFiles(built: BuiltPage, paths: readonly string[]): ReadonlySet<string> {
  const importsOf = (path: string): readonly string[] => built.get(path)?.imports ?? []
  const needed = new Set(paths.flatMap(importsOf))
  const isAdapter = (path: string): boolean =>
    built.get(path)?.modules.some((module) => module.includes('/@latchkey/adapter-')) ?? false
  // each of the others was asked for by itself
  const ofViews = new Set(paths.filter((path) => !needed.has(path) && !isAdapter(path)))
  for (const path of ofViews) for (const next of importsOf(path)) if (!isAdapter(next)) ofViews.add(next)
  return new Set(paths.filter((path) => !ofViews.has(path)))
}
