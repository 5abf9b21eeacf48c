import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured, renameFields, replaceStatement } from '../../source/hooks.js'

type Hook = {
  readonly name: string
  /** Renamed fields of its result. */
  readonly fields?: Readonly<Record<string, string>>
  readonly note?: string
  /** Notes by destructured field. */
  readonly notes?: Readonly<Record<string, string>>
}

const ui = '@latchkey/ui-react'

const hooks: Readonly<Record<string, Hook>> = {
  useAppKit: { name: 'useModal' },
  useAppKitAccount: { name: 'useAccount', fields: { embeddedWalletInfo: 'user' } },
  useAppKitConnections: { name: 'useConnections' },
  useAppKitEvents: { name: 'useEvents', note: 'events have a different shape: see useEvents().' },
  useAppKitNetwork: {
    name: 'useNetwork',
    notes: { switchNetwork: 'pass switchNetwork one of requestedCaipNetworks.' },
  },
  useAppKitProvider: {
    name: 'useProvider',
    fields: { walletProvider: 'provider', walletProviderType: 'providerType' },
  },
  useAppKitSIWX: { name: 'useSignIn' },
  useAppKitTheme: { name: 'useTheme' },
  useAppKitUpdateEmail: { name: 'useUpdateEmail' },
  useDisconnect: { name: 'useDisconnect', fields: { disconnect: 'disconnectAsync' } },
  usePay: {
    name: 'usePay',
    note: 'pay({ recipient, asset, amount }) resolves once the payment is included in a block.',
  },
  useWalletInfo: { name: 'useAccount', fields: { walletInfo: 'connectedWalletInfo' } },
}

/** Rewrites the hooks of `@reown/appkit/react`. */
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
      source.note(imported.declaration, `${imported.name} has no direct counterpart.`)
      continue
    }
    for (const { call, pattern } of findCalls(source, imported.local)) {
      if (pattern && hook.fields) renameFields(source, pattern, hook.fields)
      if (hook.note) source.note(call, hook.note)
      for (const { field } of pattern ? getDestructured(pattern) : []) {
        const note = hook.notes?.[field]
        if (note) source.note(call, note)
      }
    }
    source.imports.swap(imported, hook.name, ui)
  }
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
