import { loadModule } from '@latchkey/core'
import type { LoadedView } from '../../router/defineView.js'

export async function loadWalletSendPreview(): Promise<LoadedView<'WalletSendPreview'>> {
  const { WalletSendPreviewView, Title, styles } = await loadModule(() => import('./WalletSendPreviewView.js'))
  return { View: WalletSendPreviewView, Title, styles }
}
