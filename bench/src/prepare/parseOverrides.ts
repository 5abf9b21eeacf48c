/** The `overrides` block of a pnpm-workspace.yaml: one `name: version` per line. */
export function parseOverrides(text: string): Readonly<Record<string, string>> {
  const block = /^overrides:\n((?:[ \t]+.*\n|\s*#.*\n)*)/m.exec(text)?.[1] ?? ''
  const lines = block.matchAll(/^[ \t]+["']?([^"'#\s:]+)["']?:[ \t]+["']?([^"'\s]+)["']?[ \t]*$/gm)
  return Object.fromEntries([...lines].map(([, name = '', version = '']) => [name, version]))
}
