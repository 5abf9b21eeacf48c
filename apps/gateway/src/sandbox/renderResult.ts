import { formatUnits } from 'viem'
import { escapeHtml } from './escapeHtml.js'
import type { Delivery } from './journal.js'
import { type Page, renderMessage } from './renderMessage.js'

/** What has become of an order that was paid. */
export function renderResult({ order, status, hash }: Delivery): Page {
  const amount = `${formatUnits(BigInt(order.amount), order.decimals)} ${order.symbol}`
  const more = hash === undefined ? '' : `<p>Transaction</p><p><code>${escapeHtml(hash)}</code></p>`
  if (status === 'funded')
    return renderMessage({ status: 200, title: 'Paid', text: `${amount} are yours. You can close this page.`, more })
  if (status === 'failed') {
    const text = `${amount} could not be sent, and nothing was taken from you.`
    return renderMessage({ status: 200, title: 'Not delivered', text, more })
  }
  return renderMessage({ status: 200, title: 'On its way', text: `${amount} are being sent.`, more, refresh: 1 })
}
