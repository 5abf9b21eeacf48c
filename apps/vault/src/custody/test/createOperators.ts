import { runCommand } from '../runCommand.js'
import type { World } from './startWorld.js'

export type OperatorReply = {
  readonly status: number
  readonly body: Record<string, unknown> & { readonly error?: { readonly code: string; readonly message: string } }
}

export type Operators = {
  /** Runs a custody command, as on custody's machine. */
  readonly run: (words: readonly string[], more?: Readonly<Record<string, string>>) => Promise<unknown>
  /** Adds an operator. Returns the token. */
  readonly add: (name: string, ...flags: readonly string[]) => Promise<string>
  /** Sends a request to the custody with this index, or to each in turn. `named` is the user of a console. */
  readonly ask: (
    token: string,
    route: string,
    params?: Readonly<Record<string, unknown>>,
    more?: { readonly named?: string; readonly index?: number },
  ) => Promise<OperatorReply>
  readonly act: (
    token: string,
    action: string,
    params?: Readonly<Record<string, unknown>>,
    more?: { readonly named?: string; readonly index?: number },
  ) => Promise<OperatorReply>
}

/** Operators who use the operator API of a world's custodies. */
export function createOperators(getWorld: () => World): Operators {
  let turn = 0
  const run: Operators['run'] = (words, more = {}) => {
    const { databaseUrl, kekFile, publicUrl } = getWorld().options
    return runCommand(words, {
      environment: { DATABASE_URL: databaseUrl, VAULT_KEK_FILE: kekFile, PUBLIC_URL: publicUrl, ...more },
      readInput: async () => '',
    })
  }
  const ask: Operators['ask'] = async (token, route, params = {}, { named, index } = {}) => {
    const { custodies } = getWorld()
    const address = custodies[index ?? turn++ % custodies.length]?.operatorAddress ?? ''
    const [method = '', path = ''] = route.split(' ')
    const query = method === 'GET' ? `?${new URLSearchParams(params as Record<string, string>)}` : ''
    const reply = await fetch(`${address}${path}${query}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(named !== undefined && { 'x-operator': named }) },
      ...(method === 'POST' && { body: JSON.stringify(params) }),
    })
    return { status: reply.status, body: (await reply.json()) as OperatorReply['body'] }
  }
  return {
    run,
    add: async (name, ...flags) =>
      ((await run(['add-operator', `--name=${name}`, ...flags])) as { readonly token: string }).token,
    ask,
    act: (token, action, params, more) =>
      ask(token, 'POST /v1/act', { action, reason: 'the owner called', ...params }, more),
  }
}
