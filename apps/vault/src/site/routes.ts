import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import { createNodeHealth, type NodeCall } from '../networks/askNode.js'
import type { VaultNetwork } from '../networks/networks.js'
import type { Projects } from '../projects/project.js'
import { answerApi } from './api/answerApi.js'
import { answerCall } from './call/answerCall.js'
import type { CallCustody } from './custody.js'
import { type RouteResponse, toJsonResponse } from './http/response.js'
import type { Routes } from './http/routes.js'
import { approveLink, showLink } from './link/answerLink.js'
import { answerNoticePost, showNotice } from './notice/answerNotice.js'
import {
  answerAccount,
  answerApprovePage,
  answerGuardianPage,
  answerPage,
  answerPasskeyPage,
  answerUnlockPage,
} from './page/answerPage.js'
import { answerBrand } from './page/brandFiles.js'
import { answerFile, answerManifest, type FrameFiles } from './page/frameFiles.js'
import { answerRpc } from './rpc/answerRpc.js'
import { answerAsk, answerCallback, answerConfirm, answerLoading, answerStart } from './social/answerSocial.js'
import { renderLoading, renderResult } from './social/renderSocial.js'

export type RouteOptions = {
  /** Those of now: read for each request. */
  readonly projects: Projects
  /** Whether an unknown project is certain not to exist. */
  readonly knowsProjects: () => boolean
  readonly networks: readonly VaultNetwork[]
  readonly files: FrameFiles
  readonly callCustody: CallCustody
  readonly countNode: (call: NodeCall) => void
  readonly readiness: ReadinessProbe
  /** Aborted when the site stops: long polls end, and are repeated elsewhere. */
  readonly stopping: AbortSignal
  /** Origin of this site, as users reach it. */
  readonly origin: string
  readonly trustsProxy: boolean
  readonly now: () => number
}

/** The site's routes. They keep no state between requests, except for which nodes work. */
export function createRoutes(options: RouteOptions): Routes {
  const { build, linkStyle: style } = options.files
  const health = createNodeHealth(options)
  return {
    'GET /': (routeRequest) => answerPage(routeRequest, options),
    'GET /sdk': (routeRequest) => answerPage(routeRequest, options),
    'GET /approve': (routeRequest) => answerApprovePage(routeRequest, options.files),
    'GET /unlock': (routeRequest) => answerUnlockPage(routeRequest, options.files),
    'GET /guardian': (routeRequest) => answerGuardianPage(routeRequest, options),
    'GET /passkey': (routeRequest) => answerPasskeyPage(routeRequest, options.files),
    'GET /files/': ({ name }) => answerFile(name, options.files),
    'GET /brand/': ({ name }) => answerBrand(name, options),
    'GET /manifest.json': () => answerManifest(options.files),
    'GET /health': () => toJsonResponse({ ok: true }),
    'GET /ready': () => answerReady(options.readiness),
    'POST /v1/call': (routeRequest) => answerCall(routeRequest, { ...options, build }),
    'GET /api/v1/**': (routeRequest) => answerApi(routeRequest, options),
    'POST /api/v1/**': (routeRequest) => answerApi(routeRequest, options),
    'POST /v1/rpc': (routeRequest) => answerRpc(routeRequest, { ...options, health }),
    'GET /loading': () => renderLoading(options),
    'POST /social/loading': (routeRequest) => answerLoading(routeRequest, options),
    'GET /social/start': (routeRequest) => answerStart(routeRequest, options),
    'GET /social/callback': (routeRequest) => answerCallback(routeRequest, options),
    'POST /social/callback': (routeRequest) => answerCallback(routeRequest, options),
    'POST /social/ask': (routeRequest) => answerAsk(routeRequest, options),
    'POST /social/confirm': (routeRequest) => answerConfirm(routeRequest, options),
    'GET /social/result': () => renderResult(options),
    'GET /account': (routeRequest) => answerAccount(routeRequest, options),
    'GET /notice': (routeRequest) => showNotice(routeRequest, { ...options, style }),
    'POST /notice': (routeRequest) => answerNoticePost(routeRequest, { ...options, style }),
    'GET /link': (routeRequest) => showLink(routeRequest, { ...options, style }),
    'POST /link': (routeRequest) => approveLink(routeRequest, { ...options, style }),
  }
}

/** For load balancers. */
async function answerReady({ read }: ReadinessProbe): Promise<RouteResponse> {
  const { isReady, failed } = await read()
  if (isReady) return toJsonResponse({ ok: true })
  const error = { code: 'NOT_READY', message: `Not ready: ${failed.join(', ')}.` }
  return toJsonResponse({ error }, { status: 503 })
}
