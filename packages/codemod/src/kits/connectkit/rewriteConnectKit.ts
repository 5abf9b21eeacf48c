import ts from 'typescript'
import type { Facts, Project } from '../../project.js'
import type { Imported } from '../../source/createImports.js'
import type { Source } from '../../source/createSource.js'
import { findCalls, getDestructured } from '../../source/hooks.js'
import { createModalActions, type ModalActions } from '../shared/modalActions.js'
import { replaceConfig } from '../shared/replaceConfig.js'
import { isCustom, replaceConnectButton } from '../shared/replaceConnectButton.js'
import { getOptionsOf, type Providers, readProviders, replaceProviders } from '../shared/replaceProvider.js'
import { providerReads, toNote, views } from './facts.js'

const kit = 'connectkit'

/** Finds where the modal is created, and the provider's options. */
export function readConnectKit(source: Source): Facts {
  const all = source.imports.from(kit)
  const has = (name: string): boolean => all.some((imported) => imported.name === name)
  const rank = has('getDefaultConfig') ? 2 : has('ConnectKitProvider') ? 1 : 0
  return { rank, options: getOptionsOf(readAllProviders(source)), isProvider: has('ConnectKitProvider') }
}

const readAllProviders = (source: Source): Providers =>
  readProviders(source, { kit, reads: providerReads, owner: 'ConnectKitProvider' })

/** Migrates from ConnectKit: its default config, provider, button and hook. */
export function rewriteConnectKit(source: Source, project: Project): void {
  const all = source.imports.from(kit)
  const providers = readAllProviders(source)
  const config = all.find(({ name }) => name === 'getDefaultConfig')
  // imports without a counterpart stay, so that the compiler reports them
  for (const imported of all) if (isKnown(source, imported)) source.imports.drop(imported)

  if (config) {
    for (const { call } of findCalls(source, config.local)) {
      const outer = ts.isCallExpression(call.parent) ? call.parent : call
      replaceConfig(source, { call, outer, projectKey: 'walletConnectProjectId', options: project.options })
    }
  }
  replaceProviders(source, { providers, project, isMadeHere: config !== undefined })
  const actions = createModalActions(source)
  for (const { name, local, declaration } of all) {
    if (name === 'getDefaultConfig' || name === 'ConnectKitProvider') continue
    if (name === 'ConnectKitButton') replaceConnectButton(source, { local, exported: name })
    else if (name === 'useModal') rewriteUseModal(source, local, actions)
    else source.note(declaration, toNote(name))
  }
  actions.finish()
}

function isKnown({ file }: Source, { name, local }: Imported): boolean {
  if (name === 'ConnectKitButton') return !isCustom(file, local)
  return name === 'getDefaultConfig' || name === 'ConnectKitProvider' || name === 'useModal'
}

/** Replaces `const { open, setOpen } = useModal()`: the state setter becomes two actions and a state to read. */
function rewriteUseModal(source: Source, local: string, actions: ModalActions): void {
  const { imports } = source
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const destructured = pattern ? getDestructured(pattern) : []
    if (!statement || destructured.length === 0) {
      source.replace(call, `${imports.use('useModal', '@latchkey/ui-react')}()`)
      source.note(call, 'replace setOpen(true) with open(), and setOpen(false) with close().')
      continue
    }
    for (const { field, local: name } of destructured) {
      if (field !== 'open' && field !== 'setOpen' && !views[field])
        source.note(statement, `${name}() of useModal() has no view of its own: it opens the connection methods.`)
    }
    const setsOpen = destructured.some(({ field }) => field === 'setOpen')
    const opens = destructured.some(({ field }) => field !== 'open')
    const select =
      destructured.some(({ field }) => field === 'open') && imports.use('useModalState', '@latchkey/ui-react')
    const uses = [...(opens ? (['open'] as const) : []), ...(setsOpen ? (['close'] as const) : [])]
    actions.replace(statement, uses, (names) =>
      destructured.map(({ field, local: name }) => {
        if (field === 'open') return `const ${name} = ${select}((state) => state.modal.open)`
        if (field === 'setOpen')
          return `const ${name} = (next${source.isTyped ? ': boolean' : ''}) => void (next ? ${names.open}() : ${names.close}())`
        return `const ${name} = () => void ${names.open}({ view: '${views[field] ?? 'Connect'}' })`
      }),
    )
  }
}
