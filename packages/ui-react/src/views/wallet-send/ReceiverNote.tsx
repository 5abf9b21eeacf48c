import { type SendReceiver, toShortAddress } from '@latchkey/core'
import { sendNoteTexts } from '../../i18n/messages/sendNotes.js'
import { useTexts } from '../../i18n/useTexts.js'

/** Whose address a name stands for, or that nobody could say. */
export function ReceiverNote({ receiver }: { readonly receiver: SendReceiver }): string | undefined {
  const t = useTexts(sendNoteTexts)
  if (receiver.status === 'failed') return t('sendNameFailed')
  if (receiver.status !== 'ready' || !receiver.name) return undefined
  return t('sendToIs', { name: receiver.name, address: toShortAddress(receiver.address) })
}
