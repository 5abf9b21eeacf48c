import type { Answer } from '../http/answer.js'
import { SiteFault } from '../http/SiteFault.js'
import type { FrameFiles } from './frameFiles.js'

/** Of a page of another build, which a site beside this one has served. Pages that a form led to are not loaded twice. */
const script = /^(frame|approve|account|unlock)-[0-9a-f]{16}\.js$/

/** A script or stylesheet of the page. What it holds is in its name, so that browsers keep it for good. */
export function answerFile(name: string, { texts, againScript }: FrameFiles): Answer {
  const body = texts.get(name)
  if (body === undefined && script.test(name))
    return { status: 307, headers: { location: `/files/${againScript}` }, body: '' }
  if (body === undefined) throw new SiteFault('There is nothing here.', { status: 404, code: 'NOT_FOUND' })
  return {
    status: 200,
    headers: {
      'content-type': `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
      'cache-control': 'public, max-age=31536000, immutable',
    },
    body,
  }
}

/** What the build holds, and who has signed it, for who compares it with what is served. */
export function answerManifest({ manifest, signature }: FrameFiles): Answer {
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== undefined && { 'x-latchkey-signature': signature }),
    },
    body: manifest,
  }
}
