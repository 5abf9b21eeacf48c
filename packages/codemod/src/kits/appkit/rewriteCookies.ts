import ts from 'typescript'
import { findStatement, type Source } from '../../source/createSource.js'
import { findCalls, replaceStatement } from '../../source/hooks.js'
import { getAttribute, removeAttribute } from '../../source/jsx.js'
import { asObject } from '../../source/objects.js'
import { findReferences } from '../../source/references.js'
import { resolve } from '../../source/values.js'
import { type ModalOption, toModalName } from '../shared/modalOptions.js'
import { findTags } from '../shared/replaceProvider.js'
import { findWagmiConfigs, printWagmiConfig } from './rewriteWagmi.js'

/** `const initialState = cookieToInitialState(wagmiConfig, cookies)` in a component with `WagmiProvider`. */
export type CookieReader = { readonly statement: ts.VariableStatement; readonly name: string; readonly cookies: string }

/** Finds where a component reads the cookie of the request for wagmi. */
export function findCookieReader(source: Source): CookieReader | undefined {
  const readers = source.imports.from('wagmi', '@wagmi/core').filter(({ name }) => name === 'cookieToInitialState')
  for (const { call, statement } of readers.flatMap(({ local }) => findCalls(source, local))) {
    const cookies = call.arguments[1]?.getText(source.file)
    const name = statement?.declarationList.declarations[0]?.name.getText(source.file)
    const owner = ts.findAncestor(call, ts.isFunctionLike)
    const [provider] = findTags(source, 'WagmiProvider')
    if (!statement || !cookies || !name || !owner || !provider) continue
    if (ts.findAncestor(provider, ts.isFunctionLike) === owner) return { statement, name, cookies }
  }
  return undefined
}

/**
 * Creates the modal in the component, so that a server has one for each request, with the account of the request's cookie.
 *
 * @returns false if other code of the file uses the modal, which then has to stay as it is
 */
export function rewriteCookies(
  source: Source,
  {
    call,
    reader,
    options,
  }: { readonly call: ts.CallExpression; readonly reader: CookieReader; readonly options: readonly ModalOption[] },
): boolean {
  const { file, edits, imports } = source
  const statement = findStatement(call)
  const { parent } = call
  const name = ts.isVariableDeclaration(parent) ? parent.name.getText(file) : undefined
  const isPrivate = ts.isExpressionStatement(statement) || (ts.isVariableStatement(statement) && !statement.modifiers)
  const uses = name === undefined ? [] : findReferences(file, name).filter((node) => node.parent !== parent)
  const [argument] = call.arguments
  const object = argument && asObject(resolve(source, argument))
  const [provider] = findTags(source, 'WagmiProvider')
  const initial = provider && getAttribute(provider, 'initialState')
  if (!isPrivate || uses.length > 0 || !object || object !== argument || !provider || statement.parent !== file)
    return false

  for (const imported of imports.from('wagmi', '@wagmi/core'))
    if (imported.name === 'cookieToInitialState') imports.drop(imported)
  const toInitialState = imports.use('cookieToInitialState', '@latchkey/core/cookies')
  const keepCookie = imports.use('keepCookie', '@latchkey/core/cookies')
  const [useState, useEffect] = [imports.use('useState', 'react'), imports.use('useEffect', 'react')]

  // the constant of the file goes away
  const modal = name === 'modal' ? name : toModalName(source)
  edits.replace(
    statement.getStart(file),
    call.getStart(file),
    `const createAppModal = (cookies${source.isTyped ? ': string | null' : ''}) => `,
  )
  const last = object.properties.at(-1)
  edits.insert(last?.getEnd() ?? object.getEnd() - 1, `,\n  initialState: ${toInitialState}(cookies)`)
  replaceStatement(source, reader.statement, [
    `const [${modal}] = ${useState}(() => createAppModal(${reader.cookies} ?? null))`,
    `const [wagmiConfig] = ${useState}(() => ${printWagmiConfig(source, { modal, options })})`,
    `${useEffect}(() => ${keepCookie}(${modal}), [${modal}])`,
  ])
  for (const { node } of findWagmiConfigs(source)) source.replace(node, 'wagmiConfig')
  if (initial) removeAttribute(source, initial)
  const element = imports.use('LatchkeyProvider', '@latchkey/ui-react')
  edits.insert(provider.getEnd(), `<${element} modal={${modal}}>`)
  if (ts.isJsxOpeningElement(provider)) edits.insert(provider.parent.closingElement.getStart(file), `</${element}>`)
  return true
}
