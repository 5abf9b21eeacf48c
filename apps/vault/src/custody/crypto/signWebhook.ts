import { createHmac } from 'node:crypto'

type WebhookToSign = {
  readonly id: string
  readonly body: string
  readonly secrets: readonly Uint8Array[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The headers of a request to a webhook, signed with each of the secrets. [Standard Webhooks] */
export function signWebhook({ id, body, secrets, now }: WebhookToSign): Readonly<Record<string, string>> {
  const time = Math.floor(now / 1_000)
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')}`,
  )
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': signatures.join(' '),
  }
}

/** A secret as receivers configure it: `whsec_` and base64. [Standard Webhooks] */
export function formatWebhookSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString('base64')}`
}

/** Parses a secret of 24 to 64 bytes; null if it isn't one. */
export function parseWebhookSecret(text: string): Buffer | null {
  const [, base64] = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(text) ?? []
  const secret = Buffer.from(base64 ?? '', 'base64')
  return secret.length >= 24 && secret.length <= 64 ? secret : null
}
