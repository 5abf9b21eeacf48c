import type { Source } from '../../source/createSource.js'
import { findCalls, getTaken, replaceStatement } from '../../source/hooks.js'

const views: Readonly<Record<string, string>> = {
  openProfile: 'Account',
  openSwitchNetworks: 'Networks',
  openSIWE: 'SIWXSignMessage',
  openAbout: 'WhatIsAWallet',
}

/** `const { open, setOpen } = useModal()`: a state to set becomes two verbs and a state to read. */
export function rewriteUseModal(source: Source, local: string): void {
  const { imports } = source
  const useModal = imports.use('useModal', '@latchkey/ui-react')
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const taken = pattern ? getTaken(pattern) : []
    if (!statement || taken.length === 0) {
      source.replace(call, `${useModal}()`)
      source.note(call, 'setOpen(true) is open(), setOpen(false) is close().')
      continue
    }
    const lines = [`const { open: openModal, close: closeModal } = ${useModal}()`]
    const verbs = taken.map(({ field, local: name }) => {
      if (field === 'open') {
        return `const ${name} = ${imports.use('useModalState', '@latchkey/ui-react')}((state) => state.modal.open)`
      }
      if (field === 'setOpen') return `const ${name} = (next: boolean) => void (next ? openModal() : closeModal())`
      return `const ${name} = () => void openModal({ view: '${views[field] ?? 'Connect'}' })`
    })
    // one of the two may not be needed
    const text = verbs.join('\n')
    const needed = ['open: openModal', 'close: closeModal'].filter((part) => text.includes(`${part.split(' ')[1]}(`))
    if (needed.length > 0) lines[0] = `const { ${needed.join(', ')} } = ${useModal}()`
    else lines.shift()
    replaceStatement(source, statement, [...lines, ...verbs])
  }
}
