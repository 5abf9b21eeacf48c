import ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured, type HookCall, renameFields, replaceStatement } from '../../source/hooks.js'
import { findReferences } from '../../source/references.js'
import { createModalActions, type ModalActions } from '../shared/modalActions.js'
import { hooks, types } from './facts.js'
import { findAdapter, type Names, toNetworkId } from './rewriteAdapters.js'

const ui = '@latchkey/ui-react'

/** Rewrites the hooks and types of `@reown/appkit/react`. */
export function rewriteHooks(source: Source, names: Names): void {
  const all = source.imports.from('@reown/appkit/react', '@reown/appkit/library/react', '@reown/appkit')
  const patterns = all
    .filter(({ name }) => name === 'useAppKit')
    .flatMap(({ local }) => findCalls(source, local))
    .flatMap(({ pattern }) => (pattern ? [pattern] : []))
  const actions = createModalActions(source, patterns)
  for (const imported of all) {
    const { name, local, module, declaration } = imported
    if (name === 'createAppKit' || module.endsWith('/networks') || /^AppKit\w*Button$/.test(name)) continue
    const hook = hooks[name]
    if (name === 'useAppKitState') {
      rewriteState(source, local)
      source.imports.drop(imported)
    } else if (name === 'useAppKitBalance') {
      for (const call of findCalls(source, local)) rewriteBalance(source, call, actions)
      source.imports.drop(imported)
    } else if (types[name]) {
      source.imports.swap(imported, types[name], '@latchkey/core')
    } else if (hook) {
      for (const { call, statement, pattern } of findCalls(source, local)) {
        if (pattern && hook.fields) renameFields(source, pattern, hook.fields)
        const [namespace] = call.arguments
        if (hook.takesNamespace && namespace) {
          source.edits.insert(namespace.getStart(source.file), '{ namespace: ')
          source.edits.insert(namespace.getEnd(), ' }')
        }
        if (hook.note) source.note(call, hook.note)
        if (name === 'useAppKitNetwork' && statement && pattern) splitSwitch(source, { statement, pattern, names })
      }
      source.imports.swap(imported, hook.name, ui)
    } else {
      source.note(declaration, `${name} has no direct counterpart.`)
    }
  }
  actions.finish()
}

/** Takes `switchNetwork` from `useSwitchNetwork()`, which accepts chains of viem, as AppKit's does. */
function splitSwitch(
  source: Source,
  { statement, pattern, names }: { statement: ts.VariableStatement; pattern: ts.ObjectBindingPattern; names: Names },
): void {
  const fields = getDestructured(pattern)
  const taken = fields.find(({ field }) => field === 'switchNetwork')
  if (!taken) return
  for (const { parent } of findReferences(source.file, taken.local)) {
    const [network] = ts.isCallExpression(parent) ? parent.arguments : []
    // a chain of viem is passed as it is
    if (network && findAdapter(names, network) !== 'evm') toNetworkId(source, { names, network })
  }
  const line = `const { switchNetworkAsync: ${taken.local} } = ${source.imports.use('useSwitchNetwork', ui)}()`
  if (fields.length === 1) {
    replaceStatement(source, statement, [line])
    return
  }
  const rest = fields.filter((field) => field !== taken)
  source.replace(
    pattern,
    `{ ${rest.map(({ field, local }) => (field === local ? field : `${field}: ${local}`)).join(', ')} }`,
  )
  const { character } = source.file.getLineAndCharacterOfPosition(statement.getStart(source.file))
  source.edits.insert(statement.getEnd(), `\n${' '.repeat(character)}${line}`)
}

/** Replaces `fetchBalance` by a function that reads the balance through the modal and returns it in AppKit's shape. */
function rewriteBalance(source: Source, { call, statement, pattern }: HookCall, actions: ModalActions): void {
  const fetch = pattern && getDestructured(pattern).find(({ field }) => field === 'fetchBalance')
  if (!statement || !fetch) {
    source.replace(call, `${source.imports.use('useBalance', ui)}()`)
    source.note(call, 'useBalance() reads the balance by itself: use its data (value, decimals, symbol).')
    return
  }
  const readBalance = source.imports.use('readBalance', '@latchkey/core/controllers')
  const formatUnits = source.imports.use('formatUnits', 'viem')
  source.note(
    call,
    `simpler: const { data } = useBalance(), which reads it by itself and again after each transaction.`,
  )
  actions.replace(statement, ['modal'], ({ modal }) => [
    `const ${fetch.local} = async () => {`,
    `  const { value, decimals, symbol } = await ${readBalance}(${modal})`,
    `  return { data: { balance: ${formatUnits}(value, decimals), symbol } }`,
    '}',
  ])
}

/** Replaces `useAppKitState` by `useModalState`, which says whether the modal is open or loading. */
function rewriteState(source: Source, local: string): void {
  const select = source.imports.use('useModalState', ui)
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const destructured = pattern ? getDestructured(pattern) : []
    const known = destructured.filter(({ field }) => field === 'open' || field === 'loading')
    if (!statement || known.length === 0) {
      source.replace(call, `${select}((state) => state.modal)`)
      source.note(call, 'this state has open, loading and namespace only.')
      continue
    }
    if (known.length < destructured.length) source.note(call, 'this state has open, loading and namespace only.')
    const fields = known.map(({ field, local: name }) => (field === name ? field : `${field}: ${name}`))
    replaceStatement(source, statement, [`const { ${fields.join(', ')} } = ${select}((state) => state.modal)`])
  }
}
