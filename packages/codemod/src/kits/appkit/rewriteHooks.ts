import type { Source } from '../../source/createSource.js'
import { findCalls, getTaken, renameFields, replaceStatement } from '../../source/hooks.js'

type Hook = {
  readonly name: string
  /** Fields of its result by their new names. */
  readonly fields?: Readonly<Record<string, string>>
  readonly note?: string
  /** By what is taken out of its result. */
  readonly notes?: Readonly<Record<string, string>>
}

const ui = '@latchkey/ui-react'

const hooks: Readonly<Record<string, Hook>> = {
  useAppKit: { name: 'useModal' },
  useAppKitAccount: { name: 'useAccount', fields: { embeddedWalletInfo: 'user' } },
  useAppKitConnections: { name: 'useConnections' },
  useAppKitEvents: { name: 'useEvents', note: 'events have a shape of their own: see useEvents().' },
  useAppKitNetwork: {
    name: 'useNetwork',
    notes: { switchNetwork: 'switchNetwork takes one of requestedCaipNetworks.' },
  },
  useAppKitProvider: {
    name: 'useProvider',
    fields: { walletProvider: 'provider', walletProviderType: 'providerType' },
  },
  useAppKitSIWX: { name: 'useSiwx' },
  useAppKitTheme: { name: 'useTheme' },
  useAppKitUpdateEmail: { name: 'useUpdateEmail' },
  useDisconnect: { name: 'useDisconnect' },
  usePay: { name: 'usePay', note: 'pay({ recipient, asset, amount }) resolves once the payment is in a block.' },
  useWalletInfo: { name: 'useAccount', fields: { walletInfo: 'connectedWalletInfo' } },
}

/** The hooks of `@reown/appkit/react`. */
export function rewriteHooks(source: Source): void {
  for (const imported of source.imports.from('@reown/appkit/react', '@reown/appkit/library/react')) {
    if (imported.name === 'createAppKit' || imported.name.startsWith('AppKit')) continue
    if (imported.name === 'useAppKitState') {
      rewriteState(source, imported.local)
      source.imports.drop(imported)
      continue
    }
    const hook = hooks[imported.name]
    if (!hook) {
      source.note(imported.declaration, `${imported.name} has no counterpart by name.`)
      continue
    }
    for (const { call, pattern } of findCalls(source, imported.local)) {
      if (pattern && hook.fields) renameFields(source, pattern, hook.fields)
      if (hook.note) source.note(call, hook.note)
      for (const { field } of pattern ? getTaken(pattern) : []) {
        const note = hook.notes?.[field]
        if (note) source.note(call, note)
      }
    }
    source.imports.swap(imported, hook.name, ui)
  }
}

/** Whether the modal is open, or loads, stands in its state. */
function rewriteState(source: Source, local: string): void {
  const select = source.imports.use('useModalState', ui)
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const taken = pattern ? getTaken(pattern) : []
    const known = taken.filter(({ field }) => field === 'open' || field === 'loading')
    if (!statement || known.length === 0) {
      source.replace(call, `${select}((state) => state.modal)`)
      source.note(call, 'of this state there are open, loading and namespace.')
      continue
    }
    if (known.length < taken.length) source.note(call, 'of this state there are open, loading and namespace.')
    const fields = known.map(({ field, local: name }) => (field === name ? field : `${field}: ${name}`))
    replaceStatement(source, statement, [`const { ${fields.join(', ')} } = ${select}((state) => state.modal)`])
  }
}
