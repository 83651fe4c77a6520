// The host of assignors in JavaScript: node host.mjs TRANSLATION PACKAGE FOLDER
//
// PACKAGE is installed in FOLDER. TRANSLATION.mjs calls its assignors as its group leader does. The host speaks
// assay-host/1 on descriptors 3 and 4. Stdin is empty and stdout leads to stderr, so that foreign code can neither read
// the questions nor corrupt the answers.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { RequestHandler } from './request_handler.mjs'
import { NothingToServe } from './failures.mjs'
import { linesOf, say } from './lines.mjs'

const ASKED = 3
const ANSWERED = 4
const CANNOT_BE_OPENED = 2

// A promise that is never resolved must appear as a hang, but without anything to wait for node would end.
setInterval(() => {}, 2 ** 30)

// The old clients create buffers with `new Buffer`. For each of the first ten thousand, node searches the stack to
// decide on a warning, unless it has warned before. So it warns once here, unheard.
process.noDeprecation = true
Buffer(0)

async function opened(translation, name, folder) {
  const home = join(folder, 'node_modules', name)
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const { open } = await import(`./${translation}.mjs`)
  return { version, ...(await open({ home, require: createRequire(join(home, 'package.json')), version })) }
}

function unloaded(name, wrong) {
  return `${name} cannot be loaded by node ${process.versions.node}: ${wrong?.message ?? wrong}`
}

function greeting({ implementation, version, assignors }) {
  const names = Object.keys(assignors)
  const like = Object.fromEntries(names.filter(name => assignors[name].like).map(name => [name, assignors[name].like]))
  return { format: 'assay-host/1', implementation, version, assignors: names, like }
}

async function main([translation, name, folder]) {
  let served
  try {
    served = await opened(translation, name, folder)
  } catch (wrong) {
    const told = wrong instanceof NothingToServe ? wrong.message : unloaded(name, wrong)
    say(ANSWERED, { format: 'assay-error/1', message: told.split('\n')[0] })
    return CANNOT_BE_OPENED
  }
  say(ANSWERED, greeting(served))
  const handler = new RequestHandler(served.assignors)
  for (const line of linesOf(ASKED)) {
    say(ANSWERED, await handler.reply(line))
  }
  return 0
}

main(process.argv.slice(2)).then(process.exit, wrong => {
  console.error(wrong) // the answers have no reader any more
  process.exit(1)
})
