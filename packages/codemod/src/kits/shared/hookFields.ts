import type ts from 'typescript'
import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured } from '../../source/hooks.js'
import { listDeclared } from '../../source/references.js'
import type { ModalActions } from './modalActions.js'

const ui = '@latchkey/ui-react'

/**
 * Replacement of a field of the other kit's hook.
 * - `ready`: whether stored connections were restored
 * - `isConnected`, `user`, `status`: that field of `useAccount()`
 * - `open`, `setOpen`: functions that open the modal, or open and close it
 * - `disconnect`: a function
 * - `account`: an expression made of the address, undefined without one
 * - `value`: a constant
 */
export type HookField =
  | 'ready'
  | 'isConnected'
  | 'user'
  | 'status'
  | 'open'
  | 'setOpen'
  | 'disconnect'
  | { readonly account: (address: string) => string }
  | { readonly value: string }

export type HookFields = {
  readonly fields: Readonly<Record<string, HookField>>
  /** Notes about fields, with or without a counterpart. */
  readonly notes: Readonly<Record<string, string>>
}

/** Selects whether stored connections were restored. */
const isRestored =
  "(state) => state.status === 'ready' && Object.values(state.namespaces)" +
  ".every(({ connection }) => connection.status !== 'connecting' || !connection.isReconnect)"

/** Replaces `const { … } = useX()` of the other kit: each field comes from the hook that has it. `owner`: for the notes. */
export function replaceHook(
  source: Source,
  {
    statement,
    pattern,
    actions,
    owner,
    fields,
    notes,
  }: HookFields & {
    readonly statement: ts.VariableStatement
    readonly pattern: ts.ObjectBindingPattern
    readonly actions: ModalActions
    readonly owner: string
  },
): void {
  const { imports } = source
  const all = getDestructured(pattern).map((item) => ({ ...item, role: fields[item.field] }))
  for (const { field, role } of all) {
    if (notes[field]) source.note(statement, notes[field])
    else if (!role) source.note(statement, `${field} of ${owner} has no direct counterpart.`)
  }
  const find = (role: HookField): readonly string[] => all.flatMap((item) => (item.role === role ? [item.local] : []))
  const accounts = all.flatMap(({ local, role }) =>
    typeof role === 'object' && 'account' in role ? [{ local, print: role.account }] : [],
  )
  const address = listDeclared(source.file).has('address') ? 'activeAddress' : 'address'
  const [ready, opens, sets, ends] = [find('ready'), find('open'), find('setOpen'), find('disconnect')]
  const taken = [
    ...(['isConnected', 'user', 'status'] as const).flatMap((name) =>
      find(name).map((local) => (local === name ? name : `${name}: ${local}`)),
    ),
    ...(accounts.length > 0 ? [address === 'address' ? address : `address: ${address}`] : []),
  ]
  const useAccount = taken.length > 0 && imports.use('useAccount', ui)
  const select = ready.length > 0 && imports.use('useModalState', ui)
  const useDisconnect = ends.length > 0 && imports.use('useDisconnect', ui)
  const uses = [
    ...(opens.length + sets.length > 0 ? (['open'] as const) : []),
    ...(sets.length > 0 ? (['close'] as const) : []),
  ]
  const type = source.isTyped ? ': boolean' : ''
  actions.replace(statement, uses, (names) => [
    ...ready.map((local) => `const ${local} = ${select}(${isRestored})`),
    ...(useAccount ? [`const { ${taken.join(', ')} } = ${useAccount}()`] : []),
    ...accounts.map(({ local, print }) => `const ${local} = ${print(address)}`),
    ...opens.map((local) => `const ${local} = () => void ${names.open}({ view: 'Connect' })`),
    ...sets.map(
      (local) =>
        `const ${local} = (next${type}) => void (next ? ${names.open}({ view: 'Connect' }) : ${names.close}())`,
    ),
    ...(useDisconnect ? [`const { disconnectAsync } = ${useDisconnect}()`] : []),
    ...ends.map((local) => `const ${local} = () => disconnectAsync()`),
    ...all.flatMap(({ local, role }) => {
      if (!role) return [`const ${local} = undefined`]
      return typeof role === 'object' && 'value' in role ? [`const ${local} = ${role.value}`] : []
    }),
  ])
}

/**
 * Replaces the calls of an imported hook by {@link replaceHook}, and adds a note to those whose result isn't destructured. Returns whether all were replaced.
 */
export function replaceHookCalls(
  source: Source,
  {
    local,
    name,
    actions,
    ...fields
  }: HookFields & { readonly local: string; readonly name: string; readonly actions: ModalActions },
): boolean {
  const calls = findCalls(source, local)
  for (const { call, statement, pattern } of calls)
    if (statement && pattern) replaceHook(source, { statement, pattern, actions, owner: `${name}()`, ...fields })
    else source.note(call, `destructure the result of ${name}(), and run the codemod again.`)
  return calls.every(({ statement, pattern }) => statement && pattern)
}

/** `{ address }`, or with another name for it. */
export const toAddressField = (address: string): string => (address === 'address' ? address : `address: ${address}`)

/** Replaces `const name = useX()` by the lines that declare the name. Returns whether no call is left. */
export function replaceNamedHook(
  source: Source,
  {
    local,
    name,
    toLine,
    actions,
  }: {
    readonly local: string
    readonly name: string
    readonly toLine: (declared: string) => string
    readonly actions: ModalActions
  },
): boolean {
  const calls = findCalls(source, local)
  let isAll = true
  for (const { call, statement, pattern } of calls) {
    const declared = pattern ? undefined : statement?.declarationList.declarations[0]?.name.getText(source.file)
    if (statement && declared) actions.replace(statement, [], () => [toLine(declared)])
    else {
      isAll = false
      source.note(call, `assign the result of ${name}() to a constant, and run the codemod again.`)
    }
  }
  return isAll
}
