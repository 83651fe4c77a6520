"""
Assignors of JavaScript clients, asked by a host in node: `npm:kafkajs@2.2.4:roundrobin`.

The sources of the host lie beside this file. They end in `.mjs` because node would take `.js` for what some
package.json in a folder above says that it is.
"""
