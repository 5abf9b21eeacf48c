import { type Brand, defaultColor, toTextColor } from '../../projects/brand.js'
import type { Projects } from '../../projects/project.js'
import { escapeHtml, type RouteResponse } from '../http/response.js'
import { SiteError } from '../http/SiteError.js'

/** Serves the look of a project: its color as a stylesheet, as pages allow no inline styles, and its logo. */
export function answerBrand(name: string, { projects }: { readonly projects: Projects }): RouteResponse {
  const [, id = '', ending] = /^([\w-]{1,64})\.(css|png|jpeg)$/.exec(name) ?? []
  const project = projects.get(id)
  const { color, logo } = project?.brand ?? {}
  const headers = { 'cache-control': 'public, max-age=300' }
  if (project && ending === 'css')
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'text/css; charset=utf-8' },
      body: toStyle(color ?? defaultColor),
    }
  if (!logo || logo.type !== `image/${ending}`)
    throw new SiteError('There is nothing here.', { status: 404, code: 'NOT_FOUND' })
  return { status: 200, headers: { ...headers, 'content-type': logo.type }, body: Buffer.from(logo.base64, 'base64') }
}

function toStyle(color: string): string {
  return `:root{--brand:${color};--on-brand:${toTextColor(color)}}\n`
}

/** Path of a project's logo on this site; undefined if it has none. */
export function toLogoPath(id: string, brand: Brand | undefined): string | undefined {
  return brand?.logo && `/brand/${id}.${brand.logo.type.slice('image/'.length)}`
}

/** Markup for the look of a project. */
export type BrandMarkup = {
  /** For the page's head. */
  readonly head: string
  /** The logo and the name, above the page's content. */
  readonly header: string
}

/** The vault's own look if the project is unknown. */
export function toBrandMarkup(projects: Projects, id: string | undefined): BrandMarkup {
  const project = id === undefined ? undefined : projects.get(id)
  if (id === undefined || !project) return { head: '', header: '' }
  const logo = toLogoPath(id, project.brand)
  const image = logo ? `<img src="${escapeHtml(logo)}" alt="" width="32" height="32">` : ''
  return {
    head: project.brand?.color ? `<link rel="stylesheet" href="/brand/${escapeHtml(id)}.css">` : '',
    header: `<header>${image}<bdi>${escapeHtml(project.name)}</bdi></header>`,
  }
}
