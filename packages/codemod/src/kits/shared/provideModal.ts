import ts from 'typescript'
import { type Project, toSpecifier } from '../../project.js'
import type { Source } from '../../source/createSource.js'
import { walk } from '../../source/references.js'
import { findTags } from './replaceProvider.js'

/** The modal that a file creates: its name, and where. */
export type CreatedModal = { readonly name: string; readonly statement: ts.Node }

/** Where the provider is inserted: around the children of an element, or around an expression. */
type Place = { readonly node: ts.Node; readonly start: number; readonly end: number; readonly isExpression: boolean }

/**
 * Puts `LatchkeyProvider` around the app of a kit without a provider: inside `WagmiProvider`, around the children of a component, or
 * where the app is rendered.
 */
export function provideModal(
  source: Source,
  { project, modal }: { readonly project: Project; readonly modal: CreatedModal | undefined },
): void {
  const isRoot = project.rootPath === source.path
  const place = modal ? findPlace(source) : findWagmiPlace(source)
  const target = place ?? (isRoot && project.modalPath ? findRootRender(source) : undefined)
  if (!target) {
    if (modal && !project.rootPath && !project.isProvidedElsewhere)
      source.note(modal.statement, `wrap the app for hooks and buttons: <LatchkeyProvider modal={${modal.name}}>`)
    return
  }
  if (!modal && !project.modalPath) return
  const name = modal?.name ?? source.imports.use(project.modalName, toSpecifier(source.path, project.modalPath ?? ''))
  const provider = source.imports.use('LatchkeyProvider', '@latchkey/ui-react')
  const { start, end, isExpression } = target
  source.edits.insert(start, `<${provider} modal={${name}}>${isExpression ? '{' : ''}`)
  source.edits.insert(end, `${isExpression ? '}' : ''}</${provider}>`)
}

/** Finds the place for the provider in a file that already has another provider. */
export const findPlace = (source: Source): Place | undefined =>
  findWagmiPlace(source) ?? findChildren(source) ?? findRootRender(source)

/** Finds the children of `WagmiProvider`. */
export function findWagmiPlace(source: Source): Place | undefined {
  const [wagmi] = findTags(source, 'WagmiProvider')
  if (wagmi && ts.isJsxOpeningElement(wagmi)) {
    const { closingElement } = wagmi.parent
    return { node: wagmi, start: wagmi.getEnd(), end: closingElement.getStart(source.file), isExpression: false }
  }
  return undefined
}

/** `{children}` of a component that is exported, or `return children`. */
function findChildren({ file }: Source): Place | undefined {
  let found: Place | undefined
  walk(file, (node) => {
    if (found || !ts.isExpression(node) || !/^(props\.)?children$/.test(node.getText(file))) return
    const { parent } = node
    const isReturned = ts.isReturnStatement(parent)
    if (!isReturned && !(ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent))) return
    const component = ts.findAncestor(node, ts.isFunctionLike)
    const statement = component && ts.findAncestor(component, ({ parent: outer }) => outer === file)
    if (!statement || !/^export\b|\b\w*(Provider|Kit)\b/.test(statement.getText(file))) return
    const place = isReturned ? node : parent
    found = { node: place, start: place.getStart(file), end: place.getEnd(), isExpression: isReturned }
  })
  return found
}

/** The element that `createRoot(…).render(…)` renders. */
export function findRootRender({ file }: Source): Place | undefined {
  let found: Place | undefined
  walk(file, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
    if (node.expression.name.text !== 'render' || !/createRoot|root/.test(node.expression.expression.getText(file)))
      return
    const [element] = node.arguments
    if (!element || !(ts.isJsxElement(element) || ts.isJsxSelfClosingElement(element) || ts.isJsxFragment(element)))
      return
    found = { node: element, start: element.getStart(file), end: element.getEnd(), isExpression: false }
  })
  return found
}
