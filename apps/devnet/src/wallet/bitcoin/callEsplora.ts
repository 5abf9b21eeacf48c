import { WalletRefusal } from '../WalletRefusal.js'

/** The body of an answer; throws what the node refuses. Posts a body where one is given. */
export async function callEsplora(esploraUrl: string, path: string, body?: string): Promise<string> {
  const response = await fetch(`${esploraUrl}${path}`, body === undefined ? {} : { method: 'POST', body })
  const text = await response.text()
  if (!response.ok) throw new WalletRefusal(-32_000, text)
  return text
}
