import ts from 'typescript'

/** How a file is read: JSX in `.tsx` and in all of JavaScript. */
export function toScriptKind(path: string): ts.ScriptKind {
  if (/\.[cm]?ts$/.test(path)) return ts.ScriptKind.TS
  return path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.JSX
}
