import { z } from 'zod'
import { parseInput } from '../http/route.js'

const text = z.string().min(1).max(200)

const web = z.url({ protocol: /^https?$/ }).max(500)

const signature = z.string().regex(/^0x(?:[0-9a-f]{2}){1,24576}$/i, 'is no signature')

const pci = z.string().regex(/^[0-9a-f]{32}$/, 'is no id of a session')

const details = z.object({
  project: z.object({ id: text, name: text, url: web.optional(), iconUrl: web.optional() }),
  /** Who may act: a key, an account or several, as ERC-7715 has it. */
  signer: z.record(z.string(), z.unknown()),
  permissions: z.array(z.record(z.string(), z.unknown())).max(50),
  policies: z.array(z.record(z.string(), z.unknown())).max(50).default([]),
})

const session = details.extend({ expiry: z.int().positive() })

const activation = z.object({
  pci,
  signature,
  context: z
    .string()
    .regex(/^0x(?:[0-9a-f]{2})*$/i)
    .max(40_000),
})

const revocation = z.object({ pci, signature })

/** What is kept of a session as it was asked for. */
export type SessionDetails = {
  readonly project: {
    readonly id: string
    readonly name: string
    readonly url?: string | undefined
    readonly iconUrl?: string | undefined
  }
  readonly signer: Readonly<Record<string, unknown>>
  readonly permissions: readonly Readonly<Record<string, unknown>>[]
  readonly policies: readonly Readonly<Record<string, unknown>>[]
}

type SessionSigned = { readonly pci: string; readonly signature: string }

/** `expiry` in seconds since the epoch. Throws 400. */
export const parseSession = (value: unknown): SessionDetails & { readonly expiry: number } => parseInput(session, value)

export const parseActivation = (value: unknown): SessionSigned & { readonly context: string } =>
  parseInput(activation, value)

export const parseRevocation = (value: unknown): SessionSigned => parseInput(revocation, value)
