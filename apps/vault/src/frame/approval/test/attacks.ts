/** An attack of a hostile page on the frame, as a script in that page. `undo` reverts it. [T5] */
export type Attack = { readonly name: string; readonly script: string }

const style = (name: string, css: string): Attack => ({
  name,
  script: `frame.setAttribute('style', ${JSON.stringify(css)})`,
})
const cover = (name: string, css: string): Attack => ({
  name,
  script: `const cover = document.createElement('div'); cover.id = 'cover'
    cover.setAttribute('style', 'position:absolute;inset:0;pointer-events:none;' + ${JSON.stringify(css)})
    document.getElementById('dialog').append(cover)`,
})

export const attacks: readonly Attack[] = [
  style('opacity .01', 'opacity:.01'),
  style('opacity .9', 'opacity:.9'),
  cover('a cover that lets presses through', 'background:#fff'),
  cover('a cover with a hole around the button', 'background:#fff;inset-block-end:90px'),
  cover('a cover over one line', 'background:#fff;block-size:24px;inset-block-start:150px'),
  style('a filter', 'filter:contrast(.05)'),
  style('a smaller scale', 'transform:scale(.5)'),
  style('half of it clipped', 'clip-path:inset(50% 0 0 0)'),
  style('a turn in space', 'transform:perspective(600px) rotateY(50deg)'),
  style('all but its end out of the box', 'position:absolute;inset-block-start:-360px'),
  { name: 'most of it below the edge', script: `document.getElementById('dialog').style.top = '55vh'` },
  {
    name: 'a scrolled box',
    script: `dialog.style.blockSize = '200px'; frame.style.blockSize = '600px'; dialog.scrollTop = 400`,
  },
  style('a blend', 'mix-blend-mode:difference'),
  {
    name: 'blur and no cursor',
    script: `document.documentElement.style.cursor = 'none'; frame.setAttribute('style', 'cursor:none;filter:blur(3px)')`,
  },
  {
    name: 'a cover that is away for one frame at a time',
    script: `const cover = document.createElement('div'); cover.id = 'cover'
      cover.setAttribute('style', 'position:absolute;inset:0;pointer-events:none;background:#fff')
      document.getElementById('dialog').append(cover)
      window.flicker = setInterval(() => { cover.hidden = true; cover.style.display = 'none'
        requestAnimationFrame(() => requestAnimationFrame(() => { cover.style.display = 'block' })) }, 130)`,
  },
  { name: 'a frame of a few pixels', script: `frame.setAttribute('style', 'inline-size:360px;block-size:150px')` },
]

export const undo = `clearInterval(window.flicker); document.getElementById('cover')?.remove()
  for (const element of [frame, dialog, document.documentElement]) element.removeAttribute('style')
  dialog.scrollTop = 0`
