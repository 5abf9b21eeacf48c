import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { alterPath } from './alterPath.js'
import { alterReplies } from './alterReplies.js'
import { askNode } from './askNode.js'
import type { RpcFault } from './fault.js'
import type { ParsedExchange, ProxiedRequest } from './parseExchange.js'

export type Exchange = {
  /** Where the real node answers this request. */
  readonly url: string
  readonly request: ProxiedRequest
  readonly parsed: ParsedExchange
  readonly fault: RpcFault | undefined
  readonly response: ServerResponse
}

/** Answers one HTTP request, as the node would or as the fault says. */
export async function answerExchange({ url, request, parsed, fault, response }: Exchange): Promise<void> {
  const { calls, form } = parsed
  const send = (status: number, contentType: string, body: string): void =>
    void response.writeHead(status, { 'content-type': contentType }).end(body)
  const sendReplies = (replies: readonly unknown[]): void =>
    send(200, 'application/json', JSON.stringify(form === 'batch' ? replies : replies[0]))

  switch (fault?.kind) {
    case 'hang':
      return
    case 'status':
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
      return
    case 'html':
      return send(200, 'text/html', '<!doctype html><title>Bad gateway</title>')
    case 'error':
      if (form === 'path') return send(400, 'text/plain', fault.error.message)
      return sendReplies(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error: fault.error })))
    case 'cut':
      if (fault.when === 'after') await askNode(url, request)
      response.socket?.destroy()
      return
    case 'delay':
      await sleep(fault.ms)
      break
    default: // what is wrong with the answer comes after it
  }

  const answer = await askNode(url, request)
  if (!answer) return send(502, 'text/plain', 'The node does not answer')
  const { status, contentType, body } = answer
  if (fault?.kind === 'truncated') return send(status, contentType, body.slice(0, body.length / 2))
  if (!fault || status !== 200) return send(status, contentType, body)
  if (form === 'path') return send(status, contentType, alterPath(fault, parsed, body))
  sendReplies(alterReplies(fault, calls, form === 'batch' ? JSON.parse(body) : [JSON.parse(body)]))
}
