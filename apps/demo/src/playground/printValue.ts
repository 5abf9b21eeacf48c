/** In characters, without the indent of the file: readable next to the modal. */
const maxWidth = 80

/** Prints a plain value as TypeScript source: on one line if there is room, else on one for each entry. */
export function printValue(value: unknown, indent: string, used = 0): string {
  const line = printLine(value)
  if (indent.length + used + line.length < maxWidth || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const entries = Object.entries(value).map(([key, item]) => {
    const name = isList ? '' : `${printKey(key)}: `
    return `${inner}${name}${printValue(item, inner, name.length + 1)},\n`
  })
  return isList ? `[\n${entries.join('')}${indent}]` : `{\n${entries.join('')}${indent}}`
}

function printLine(value: unknown): string {
  if (typeof value === 'string') return printText(value)
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([key, item]) => `${printKey(key)}: ${printLine(item)}`)
  return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
}

function printKey(key: string): string {
  return /^[a-z_$][\w$]*$/i.test(key) ? key : printText(key)
}

function printText(text: string): string {
  return text.includes("'") && !text.includes('"') ? JSON.stringify(text) : `'${text.replace(/[\\']/g, '\\$&')}'`
}
