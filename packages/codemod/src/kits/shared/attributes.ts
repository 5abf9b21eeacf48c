import type ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { readValue } from '../../source/values.js'
import { joinSettings, type Settings, toNotes, toOption } from './modalOptions.js'

/** Reads a value; undefined if it is only known at run time. */
export type Read = (source: Source, value: ts.Expression) => Settings | undefined

/** Handling of each attribute or property: carried over, or only a note. */
export type Reads = Readonly<Record<string, Read | string>>

/** Carries a value over to an option as it is. */
export const carry =
  (name: string): Read =>
  (source, value) => {
    const portable = readValue(source, value)
    return portable && { options: [toOption(name, portable)], notes: [] }
  }

/** Returns the note about an option whose value is only known at run time. */
const toLateNote = (name: string): string =>
  `${name} is only known at run time: set the option of createModal(), or change it with setTheme(), setLocale() or switchNetwork().`

/** Reads attributes or properties by their names. `owner` names the element or object in notes. */
export function readAll(
  source: Source,
  {
    items,
    reads,
    owner,
  }: {
    readonly items: readonly { readonly name: string; readonly value: ts.Expression | undefined }[]
    readonly reads: Reads
    readonly owner: string
  },
): Settings {
  return joinSettings(
    items.map(({ name, value }) => {
      const read = reads[name]
      if (read === undefined) return toNotes(`${name} of ${owner} has no counterpart.`)
      if (typeof read === 'string') return toNotes(...(read ? [read] : []))
      return (value && read(source, value)) ?? toNotes(toLateNote(name))
    }),
  )
}
