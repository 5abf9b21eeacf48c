/**
 * Which providers are switched on, by name: undefined for all. Anything but true and a list of plain strings means none. [S5.17]
 */
export function parseEnabledProviders(value: unknown): readonly string[] | undefined {
  if (value === true) return undefined
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : []
}
