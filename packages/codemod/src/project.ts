import { dirname, relative } from 'node:path/posix'
import type { ModalOption } from './kits/shared/modalOptions.js'

/** Facts about the modal in one file, read before any change. */
export type Facts = {
  /**
   * Priority of the file for creating the modal: 2 if it creates the other kit's modal, 1 if it has its provider, 0 if it
   * has neither.
   */
  readonly rank: 0 | 1 | 2
  /** Options of its providers and buttons. */
  readonly options: readonly ModalOption[]
  /** The names that it imports from other files of the app. */
  readonly imported?: readonly string[] | undefined
  /** The names at the top of the file for the wagmi config of the other modal. */
  readonly configs?: readonly string[] | undefined
  /** Name of the modal that the file creates. Default: `modal`. */
  readonly modalName?: string | undefined
  /** Whether the file renders the app: `createRoot(…).render(…)`. */
  readonly isRoot?: boolean
  /** Whether the file puts the provider around the app by itself. */
  readonly isProvider?: boolean
}

/** Combined facts of an app's files. */
export type Project = {
  /** The file that creates the modal, and its name there. */
  readonly modalPath: string | undefined
  readonly modalName: string
  readonly options: readonly ModalOption[]
  /** The wagmi configs of the other modal that files have; undefined if only one file is known. */
  readonly configs: readonly { readonly path: string; readonly name: string }[] | undefined
  /** Whether a file other than that of the modal imports such a config. */
  readonly isConfigShared: boolean
  /** Whether a file other than that of the modal has the provider. */
  readonly isProvidedElsewhere: boolean
  /** The file that needs the provider, if no other has it. */
  readonly rootPath: string | undefined
}

export function joinFacts(files: readonly (readonly [path: string, facts: Facts])[]): Project {
  const ranked = [2, 1].flatMap((rank) => files.filter(([, facts]) => facts.rank === rank))
  const isProvided = files.some(([, facts]) => facts.isProvider)
  const modalPath = ranked[0]?.[0]
  const imported = new Set(files.flatMap(([, facts]) => facts.imported ?? []))
  const configs = files.flatMap(([path, facts]) => (facts.configs ?? []).map((name) => ({ path, name })))
  return {
    modalPath,
    modalName: ranked[0]?.[1].modalName ?? 'modal',
    options: files.flatMap(([, facts]) => facts.options),
    configs: files.length > 1 ? configs : undefined,
    isConfigShared: configs.some(({ path, name }) => path !== modalPath && imported.has(name)),
    isProvidedElsewhere: files.some(([path, facts]) => path !== modalPath && facts.isProvider),
    rootPath: isProvided ? undefined : files.find(([, facts]) => facts.isRoot)?.[0],
  }
}

/** Returns the specifier with which one file of an app imports another: `../wallet`. */
export function toSpecifier(from: string, to: string): string {
  const path = relative(dirname(from), to.replace(/(\/index)?\.[cm]?[jt]sx?$/, ''))
  return path.startsWith('.') ? path : `./${path}`
}

/** Whether an import of a file leads to another: by its relative path, or by an alias such as `@/`. */
export function isImportOf(specifier: string, { from, to }: { readonly from: string; readonly to: string }): boolean {
  const bare = specifier.replace(/(\/index)?(\.[cm]?[jt]sx?)?$/, '')
  if (bare.startsWith('.')) return toSpecifier(from, to) === bare
  const alias = /^[@~]\/(.+)$/.exec(bare)?.[1]
  return alias !== undefined && to.replace(/(\/index)?\.[cm]?[jt]sx?$/, '').endsWith(`/${alias}`)
}
