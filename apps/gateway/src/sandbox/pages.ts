import { formatUnits } from 'viem'
import type { Order } from '../onramp/orders.js'
import type { Delivery } from './journal.js'

type Payment = {
  readonly sealed: string
  readonly order: Order
  /** Why the payment failed. */
  readonly error?: string | undefined
}

/** Renders the payment form of an order. */
export function renderPayment({ sealed, order, error }: Payment): Page {
  const { payment, symbol, decimals, address, network } = order
  const rows = [
    ['You pay', `${payment.amount} ${payment.currency}`],
    ['You get', `${formatUnits(BigInt(order.amount), decimals)} ${symbol}`],
    ['Network', network],
    ['To', address],
  ].map(([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  const more = `<dl>${rows.join('')}</dl>
<form method="post" action="/pay">
<input type="hidden" name="order" value="${escapeHtml(sealed)}">
${error === undefined ? '' : `<p role="alert">${escapeHtml(error)}</p>`}
<label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242" aria-describedby="hint">
<p id="hint" class="note">4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.</p>
<button name="confirm" value="1">Pay</button>
</form>`
  const status = error === undefined ? 200 : 402
  return renderMessage({ status, title: `Buy ${symbol}`, text: 'Check what you buy, and who gets it.', more })
}

/** Renders the status of a paid order. */
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

export type Page = {
  readonly status: number
  /** Default: HTML. */
  readonly type?: string | undefined
  readonly text: string
  readonly location?: string | undefined
  /** Seconds until the page reloads. */
  readonly refresh?: number | undefined
}

type Message = {
  readonly status: number
  readonly title: string
  readonly text: string
  /** HTML after the text. */
  readonly more?: string | undefined
  readonly refresh?: number | undefined
}

/** Renders a page of the sandbox. */
export function renderMessage({ status, title, text, more = '', refresh }: Message): Page {
  return {
    status,
    refresh,
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Sandbox</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<p class="note">Sandbox: no money is taken.</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${more}
</main>
</body>
</html>
`,
  }
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }

/** Escapes text for HTML content and attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${entities[character]};`)
}

/** Stylesheet of the pages. */
export const stylesheet = `:root { color-scheme: light dark; --ink: light-dark(#16181d, #f2f3f5); --paper: light-dark(#ffffff, #16181d);
  --line: light-dark(#d5d8de, #3a3e47); --quiet: light-dark(#555b66, #a9afba); --accent: #3355dd; --fault: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-inline-size: 28rem; margin-inline: auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; margin-block: 0.5rem; }
.note { color: var(--quiet); font-size: 0.875rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1rem; padding-block: 1rem; border-block: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
label { display: block; margin-block: 1rem 0.25rem; }
input { inline-size: 100%; padding: 0.75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 0.75rem; }
button { inline-size: 100%; padding: 0.875rem; font: inherit; font-weight: 600; color: #fff; background: var(--accent); border: 0; border-radius: 0.75rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[role='alert'] { color: var(--fault); }
`
