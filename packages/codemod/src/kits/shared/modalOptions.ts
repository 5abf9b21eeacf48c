import type { Imports } from '../../source/createImports.js'
import type { Source } from '../../source/createSource.js'
import { listDeclared } from '../../source/references.js'
import { type Portable, toPortable } from '../../source/values.js'

/** An option of `createModal()` that the other modal takes elsewhere, e.g. on its provider. */
export type ModalOption = Portable & {
  /** With a dot for a field of an option: `metadata.name`, `themeVariables.--lk-accent`. */
  readonly name: string
}

/** Settings of the other modal: options that are carried over, and notes about the rest. */
export type Settings = { readonly options: readonly ModalOption[]; readonly notes: readonly string[] }

export const toOption = (name: string, value: Portable | string): ModalOption => ({
  name,
  print: typeof value === 'string' ? toPortable(value).print : value.print,
})

export const toNotes = (...notes: readonly string[]): Settings => ({ options: [], notes })

export const joinSettings = (all: readonly Settings[]): Settings => ({
  options: all.flatMap(({ options }) => options),
  notes: all.flatMap(({ notes }) => notes),
})

/** Returns the name for the modal that a file creates: `modal`, unless the name is taken. */
export function toModalName({ file, imports }: Pick<Source, 'file' | 'imports'>): string {
  const isTaken = listDeclared(file).has('modal') || imports.all.some(({ local }) => local === 'modal')
  return isTaken ? 'latchkeyModal' : 'modal'
}

/** Prints `createModal({ … })`. Of two options with one name, the first counts. */
export function printModal(
  imports: Imports,
  { adapters, options }: { readonly adapters: readonly string[]; readonly options: readonly ModalOption[] },
): string {
  const createModal = imports.use('createModal', '@latchkey/ui-react')
  const groups = new Map<string, Map<string, string>>()
  for (const { name, print } of options) {
    const [group = '', field = ''] = name.split('.')
    const fields = groups.get(group) ?? new Map<string, string>()
    groups.set(group, fields)
    if (!fields.has(field)) fields.set(field, print(imports))
  }
  const lines = [...groups].map(([name, fields]) => toField(name, fields.get('') ?? printFields(fields)))
  const all = [`adapters: [${adapters.join(', ')}]`, ...lines]
  return `${createModal}({${all.map((line) => `\n  ${line},`).join('')}\n})`
}

const printFields = (fields: ReadonlyMap<string, string>): string =>
  `{ ${[...fields].map(([name, text]) => toField(/^\w+$/.test(name) ? name : `'${name}'`, text)).join(', ')} }`

export const toField = (name: string, value: string): string => (name === value ? name : `${name}: ${value}`)
