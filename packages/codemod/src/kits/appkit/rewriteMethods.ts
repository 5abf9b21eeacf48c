import ts from 'typescript'
import { isImportOf, type Project } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import { findReferences } from '../../source/references.js'
import { methods, subscriptions } from './facts.js'
import { type Names, toNetworkId } from './rewriteAdapters.js'

/** Methods that the modal has under the same name. */
const kept: readonly string[] = ['close', 'open', 'subscribe', 'getState']

/** Replaces methods of the AppKit instance, such as `subscribeAccount`, by actions and selectors of core. */
export function rewriteMethods(
  source: Source,
  { project, modal, names }: { readonly project: Project; readonly modal: string | undefined; readonly names: Names },
): void {
  const imported = source.imports.all.filter(
    ({ name, module }) =>
      name === project.modalName &&
      project.modalPath !== undefined &&
      isImportOf(module, { from: source.path, to: project.modalPath }),
  )
  for (const local of [...(modal ? [modal] : []), ...imported.map((item) => item.local)]) {
    for (const node of findReferences(source.file, local)) rewriteMethod(source, { node, names })
  }
}

function rewriteMethod(source: Source, { node, names }: { node: ts.Identifier; names: Names }): void {
  const access = node.parent
  if (!ts.isPropertyAccessExpression(access) || access.expression !== node) return
  const name = access.name.text
  if (kept.includes(name)) return
  const { imports, file, edits } = source
  const use = {
    core: (item: string) => imports.use(item, '@latchkey/core'),
    action: (item: string) => imports.use(item, '@latchkey/core/controllers'),
  }
  const call = access.parent
  const isCall = ts.isCallExpression(call) && call.expression === access
  const [method, subscription] = [methods[name], subscriptions[name]]
  const [first, second] = isCall ? call.arguments : []
  if (isCall && first && subscription) {
    source.note(call, subscription.note)
    source.replace(access.name, 'subscribe')
    edits.replace(first.getEnd(), call.getEnd() - 1, '')
    rewriteListener(source, { listener: first, value: subscription.select(use, second?.getText(file)) })
  } else if (isCall && method) {
    if (method.note) source.note(call, method.note)
    // around the arguments, which may have methods of the instance too
    const [before, after] = method.print(node.text, { count: call.arguments.length }, use)
    edits.replace(call.getStart(file), first?.getStart(file) ?? call.getEnd(), first ? before : `${before}${after}`)
    if (first) edits.replace(first.getEnd(), call.getEnd(), after)
    if (first && name === 'switchNetwork') toNetworkId(source, { names, network: first })
  } else source.note(node, `${node.text}.${name} has no counterpart: see the README of @latchkey/core for its actions.`)
}

/** Gives a listener a part of the state. */
function rewriteListener(source: Source, { listener, value }: { listener: ts.Expression; value: string }): void {
  const { edits, file } = source
  const [parameter] = ts.isArrowFunction(listener) ? listener.parameters : []
  if (parameter && ts.isArrowFunction(listener) && ts.isBlock(listener.body) && listener.parameters.length === 1) {
    edits.replace(listener.getStart(file), listener.equalsGreaterThanToken.getStart(file), '(state) ')
    const line = file.getLineAndCharacterOfPosition(listener.getStart(file)).line
    const indent = /^\s*/.exec(file.text.slice(file.getPositionOfLineAndCharacter(line, 0)))?.[0] ?? ''
    edits.insert(listener.body.getStart(file) + 1, `\n${indent}  const ${parameter.name.getText(file)} = ${value}`)
    return
  }
  const isName = ts.isIdentifier(listener) || ts.isPropertyAccessExpression(listener)
  edits.insert(listener.getStart(file), `(state) => ${isName ? '' : '('}`)
  edits.insert(listener.getEnd(), `${isName ? '' : ')'}(${value})`)
}
