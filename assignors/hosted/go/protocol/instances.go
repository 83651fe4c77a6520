package main

// mostKept is the most objects to keep. Above it the least recently used one is dropped.
const mostKept = 1000

// instances are the assignor objects that questions have named.
type instances struct {
	objects map[[2]string]*instance
	asked   int
}

type instance struct {
	object any
	asked  int
}

func newInstances() *instances {
	return &instances{objects: map[[2]string]*instance{}}
}

// object is the assignor's object under this name, made if there is none yet.
func (kept *instances) object(assignor, name string, fresh func() any) any {
	kept.asked++
	called := [2]string{assignor, name}
	found := kept.objects[called]
	if found == nil {
		if len(kept.objects) == mostKept {
			kept.forget()
		}
		found = &instance{object: fresh()}
		kept.objects[called] = found
	}
	found.asked = kept.asked
	return found.object
}

func (kept *instances) forget() {
	var oldest [2]string
	least := kept.asked + 1
	for called, each := range kept.objects {
		if each.asked < least {
			oldest, least = called, each.asked
		}
	}
	delete(kept.objects, oldest)
}
