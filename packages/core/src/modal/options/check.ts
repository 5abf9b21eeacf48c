import { isRecord } from '../../utils/records.js'

/** Names what is wrong with a value, one sentence each, every one with the path of what it is about. */
export type Check = (value: unknown, path: string) => readonly string[]

/** A check for each name; one that is absent from the table is unknown. */
export type Checks = { readonly [name: string]: Check }

/** Says in `words` what a value has to be. */
export const mustBe =
  (test: (value: unknown) => boolean, words: string): Check =>
  (value, path) =>
    test(value) ? [] : [`${path} must be ${words}`]

export const listOf =
  (item: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((entry, index) => item(entry, `${path}[${index}]`))
      : [`${path} must be a list`]

/** Objects of the outside world: the named fields have to be right, others may be there. */
export const record =
  (fields: Checks): Check =>
  (value, path) =>
    isRecord(value)
      ? Object.entries(fields).flatMap(([name, check]) => check(value[name], `${path}.${name}`))
      : [`${path} must be an object`]

/** Objects of options: nothing has to be there, and nothing else may be. Undefined counts as absent. */
export const optionsOf =
  (checks: Checks): Check =>
  (value, path) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, entry]) => {
          const full = path ? `${path}.${name}` : name
          if (entry === undefined) return []
          return (Object.hasOwn(checks, name) && checks[name]?.(entry, full)) || [`${full} is not an option`]
        })
      : [`${path || 'options'} must be an object`]
