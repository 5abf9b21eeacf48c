/** The fields that have a value: what is undefined counts as absent. */
export function omitUndefined<fields extends object>(
  fields: fields,
): { [name in keyof fields]: Exclude<fields[name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
