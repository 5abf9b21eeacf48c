import type { BuiltPage } from '../prepare/buildPage.js'

/** The features of the modal that are in the files: their folder in `features/`, e.g. `sign-in`. */
export function findFeatures(built: BuiltPage, paths: readonly string[]): readonly string[] {
  const modules = paths.flatMap((path) => built.get(path)?.modules ?? [])
  return [...new Set(modules.flatMap((module) => /\/features\/([\w-]+)\/\w+View\.js$/.exec(module)?.[1] ?? []))]
}
