import { isRecord } from '../../utils/records.js'

/** Returns the problems of a value, one sentence each, which starts with the path of the invalid part. */
export type Check = (value: unknown, path: string) => readonly string[]

/** Checks by name. A name that isn't in the table is unknown. */
export type Checks = { readonly [name: string]: Check }

/** Creates a check from a predicate. `words` describe valid values. */
export const mustBe =
  (test: (value: unknown) => boolean, words: string): Check =>
  (value, path) =>
    test(value) ? [] : [`${path} must be ${words}`]

export const listOf =
  (item: Check): Check =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((entry, index) => item(entry, `${path}[${index}]`))
      : [`${path} must be an array`]

/** Checks foreign objects: the named fields must be valid, others are ignored. */
export const record =
  (fields: Checks): Check =>
  (value, path) =>
    isRecord(value)
      ? Object.entries(fields).flatMap(([name, check]) => check(value[name], `${path}.${name}`))
      : [`${path} must be an object`]

/** Checks objects of options: every field is optional, unknown fields are problems. Undefined counts as absent. */
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
