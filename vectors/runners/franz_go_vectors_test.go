package vectors // for a module that requires franz-go: VECTORS=FILE go test -run TestVectors
import ("cmp"; "encoding/json"; "fmt"; "os"; "slices"; "testing"; "time")
import ("github.com/twmb/franz-go/pkg/kgo"; "github.com/twmb/franz-go/pkg/kmsg")
var balancers = map[string]func() kgo.GroupBalancer{
	"range": kgo.RangeBalancer, "roundrobin": kgo.RoundRobinBalancer, "sticky": kgo.StickyBalancer,
	"optimal": kgo.StickyBalancer, "cooperative-sticky": kgo.CooperativeStickyBalancer}
var leftOut = []string{"old-metadata", "racks", "static-members"} // vectors with these flags
type member struct { ID string; Subscription []string; Owned map[string][]int32; Generation int32 }
type vector struct { // the names are those in the file
	ID string; Strategies, Flags []string; Group struct { Topics map[string]int32; Members []member }
	Expect struct { May_own map[string][]string; Owners map[string]string
		Sum_of_squares *int; Least_moves, Most_moves int; Answers_within_seconds time.Duration } }

func check(t *testing.T, one vector, balancer kgo.GroupBalancer) {
	slices.SortFunc(one.Group.Members, func(a, b member) int { return cmp.Compare(a.ID, b.ID) })
	joined := make([]kmsg.JoinGroupResponseMember, len(one.Group.Members))
	for i, its := range one.Group.Members {
		topics := slices.Sorted(slices.Values(its.Subscription))
		sent := balancer.JoinGroupMetadata(topics, its.Owned, cmp.Or(its.Generation, -1))
		joined[i].MemberID, joined[i].ProtocolMetadata = its.ID, sent
	}
	group, _, _ := balancer.MemberBalancer(joined)
	plan, _ := group.(kgo.GroupMemberBalancerOrError).BalanceOrError(one.Group.Topics)
	answer := plan.(*kgo.BalancePlan).AsMemberIDMap()
	owners, loads, squares, moves := map[string]string{}, map[string]int{}, 0, 0
	for member, topics := range answer {
		for topic, ids := range topics {
			for _, id := range ids { owners[fmt.Sprintf("%s-%d", topic, id)] += member }
			loads[member] += len(ids)
		}
		squares += loads[member] * loads[member]
	}
	for partition, member := range one.Expect.Owners { if owners[partition] != member { moves++ } }
	for partition := range one.Expect.May_own { owners[partition] += "" }
	for partition, owner := range owners {
		may := one.Expect.May_own[partition]
		if !slices.Contains(may, owner) { t.Errorf("%s is given to %q, not %q", partition, owner, may) }
	}
	if len(answer) != len(joined) { t.Errorf("the members are %v", answer) }
	if sum := one.Expect.Sum_of_squares; sum != nil && *sum != squares { t.Errorf("uneven %v", loads) }
	if moves < one.Expect.Least_moves || moves > one.Expect.Most_moves { t.Errorf("%d moves", moves) }
}
func TestVectors(t *testing.T) {
	var file struct { Vectors []vector }
	text, _ := os.ReadFile(os.Getenv("VECTORS"))
	err := json.Unmarshal(text, &file) // topics with racks do not fit
	if len(file.Vectors) == 0 { t.Fatal(err) }
	isLeftOut := func(flag string) bool { return slices.Contains(leftOut, flag) }
	for _, one := range file.Vectors {
		for _, strategy := range one.Strategies {
			create := balancers[strategy]
			if create == nil || slices.ContainsFunc(one.Flags, isLeftOut) { continue }
			t.Run(one.ID+" "+strategy, func(t *testing.T) {
				limit := one.Expect.Answers_within_seconds * time.Second
				defer time.AfterFunc(limit, func() { panic("it hangs") }).Stop()
				check(t, one, create())
			})
		}
	}
}
