import type { Source } from '../../source/createSource.js'
import { findCalls, getTaken, replaceStatement } from '../../source/hooks.js'

const views: Readonly<Record<string, string>> = { Connect: 'Connect', Account: 'Account', Chain: 'Networks' }

/** `const { openConnectModal } = useConnectModal()` and its like open the modal at that view. */
export function rewriteModalHook(source: Source, name: string, local: string): void {
  const kind = /^use(\w+)Modal$/.exec(name)?.[1] ?? ''
  const view = views[kind] ?? 'Connect'
  const useModal = source.imports.use('useModal', '@latchkey/ui-react')
  for (const { call, statement, pattern } of findCalls(source, local)) {
    const taken = pattern ? getTaken(pattern) : []
    const open = taken.find(({ field }) => field === `open${kind}Modal`)
    const isOpen = taken.find(({ field }) => field.endsWith('ModalOpen'))
    if (!statement || (!open && !isOpen)) {
      source.replace(call, `${useModal}()`)
      source.note(call, `this opens the modal: open({ view: '${view}' }).`)
      continue
    }
    const lines: string[] = []
    if (open) {
      lines.push(`const { open: open${view}View } = ${useModal}()`)
      lines.push(`const ${open.local} = () => void open${view}View({ view: '${view}' })`)
    }
    if (isOpen) {
      const select = source.imports.use('useModalState', '@latchkey/ui-react')
      lines.push(`const ${isOpen.local} = ${select}((state) => state.modal.open)`)
    }
    replaceStatement(source, statement, lines)
  }
}
