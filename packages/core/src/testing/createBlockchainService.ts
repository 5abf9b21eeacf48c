import { expect } from 'vitest'
import type { Env } from '../modal/env.js'

/** URL of the test service. */
export const blockchainApi = 'https://chain.example.org/base'

type BlockchainCall = {
  readonly method: string
  /** Path below the base URL. */
  readonly path: string
  /** Query parameters, except those that every request has. */
  readonly query: { readonly [name: string]: string }
  readonly body: unknown
  readonly signal: AbortSignal | undefined
}

/** A response: JSON for 200, or a `Response`. Undefined for 404. */
export type BlockchainAnswer = (call: BlockchainCall) => unknown

export type BlockchainService = {
  readonly calls: BlockchainCall[]
  answer: BlockchainAnswer
  readonly env: Pick<Env, 'fetch'>
  /** Requested paths, except the list of chains. */
  paths(): readonly string[]
}

/**
 * Creates a blockchain API in memory that supports `eip155:1` and Solana. Fails if a request doesn't identify the app.
 */
export function createBlockchainService(answer: BlockchainAnswer = () => undefined): BlockchainService {
  const service: BlockchainService = {
    calls: [],
    answer,
    env: {
      async fetch(input, init) {
        const { pathname, searchParams } = new URL(String(input))
        const { st, sv, projectId, ...query } = Object.fromEntries(searchParams)
        expect([st, projectId]).toEqual(['latchkey', 'project-1'])
        expect(sv).toMatch(/^js-eip155,solana-\d/)
        const path = pathname.replace('/base', '')
        const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
        const call = { method: init?.method ?? 'GET', path, query, body, signal: init?.signal ?? undefined }
        service.calls.push(call)
        const reply = (await service.answer(call)) || answerChains(call)
        if (reply instanceof Response) return reply
        return reply === undefined ? new Response('{}', { status: 404 }) : Response.json(reply)
      },
    },
    paths: () => service.calls.map(({ path }) => path).filter((path) => path !== '/v1/supported-chains'),
  }
  return service
}

function answerChains({ path }: BlockchainCall): unknown {
  if (path !== '/v1/supported-chains') return undefined
  return { http: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ws: [] }
}
