import { getClientAddress } from '@latchkey/server-kit/http'
import { z } from 'zod'
import type { ApiReply, ApiRequest } from '../../protocol/userApi.js'
import type { CallCustody } from '../custody.js'
import { readText } from '../http/request.js'
import { type RouteResponse, toJsonResponse } from '../http/response.js'
import type { RouteRequest } from '../http/routes.js'

type ApiOptions = {
  readonly callCustody: CallCustody
  readonly trustsProxy: boolean
}

const reply: z.ZodType<ApiReply> = z.object({
  status: z.number().int().min(200).max(599),
  body: z.unknown(),
  retryAfter: z.number().int().optional(),
})

/** Bytes of a body: a batch of users. */
const maxBody = 65_536

/** Milliseconds: a page of events takes up to two seconds. */
const timeout = 10_000

/**
 * Forwards a call of an app's backend to custody, which knows the keys and decides. It has no CORS headers and reads no cookie: pages can't
 * use it.
 */
export async function answerApi(
  { request, params, name, signal }: RouteRequest,
  { callCustody, trustsProxy }: ApiOptions,
): Promise<RouteResponse> {
  const method = request.method === 'POST' ? 'POST' : 'GET'
  const { authorization } = request.headers
  const { status, body, retryAfter } = await callCustody({
    path: '/api',
    body: {
      method,
      path: `/${name}`.slice(0, 512),
      query: params.toString().slice(0, 4_096),
      body: method === 'POST' ? await readText(request, { limit: maxBody }) : '',
      ...(authorization !== undefined && { authorization: authorization.slice(0, 256) }),
      ip: getClientAddress(request, { trustsProxy }) ?? '',
    } satisfies ApiRequest,
    schema: reply,
    timeout,
    signal,
  })
  return toJsonResponse(body, {
    status,
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
  })
}
