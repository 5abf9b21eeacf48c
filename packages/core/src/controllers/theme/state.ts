/** Follows the visitor's system when absent. [S5.6] */
export type ThemeMode = 'light' | 'dark'

/** Values of the `--lk-*` custom properties, e.g. `{ '--lk-accent': '#7a4df0' }`. */
export type ThemeVariables = { readonly [name in `--lk-${string}`]?: string }

export type ThemeState = { readonly mode: ThemeMode | undefined; readonly variables: ThemeVariables }
