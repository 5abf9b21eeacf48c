import type { BuiltPage } from '../prepare/buildPage.js'

/** The names of the views whose own module is in one of the files. */
export function findViews(built: BuiltPage, paths: readonly string[]): readonly string[] {
  const modules = paths.flatMap((path) => built.get(path)?.modules ?? [])
  return modules.flatMap((module) => /\/views\/[\w-]+\/(\w+)View\.js$/.exec(module)?.[1] ?? [])
}
