"""
Assignors of JavaScript clients in a host in node: `npm:kafkajs@2.2.4:roundrobin`.

The sources of the host are beside this file. They end in `.mjs`, because a package.json in a folder above decides how
node reads `.js`.
"""
